import { Button, Group, Slider } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../dialog.tsx';
import c from './crop.module.css';
import { edgeOf, pulled, type Size, type View, wholeOf, within, zoomMax } from './crop.ts';

const windowPx = 256;
const stepPx = 12;
const zoomStep = 0.1;
/** What is uploaded; the server makes it smaller. */
const savedPx = 512;

/** The picture moves against the arrow, so that one sees more of that side. */
const keys: Record<string, { dx: number; dy: number } | { zoom: number }> = {
  ArrowLeft: { dx: stepPx, dy: 0 },
  ArrowRight: { dx: -stepPx, dy: 0 },
  ArrowUp: { dx: 0, dy: stepPx },
  ArrowDown: { dx: 0, dy: -stepPx },
  '+': { zoom: zoomStep },
  '=': { zoom: zoomStep },
  '-': { zoom: -zoomStep },
};

type Props = {
  file: File;
  /** How the square will be shown. */
  shape?: 'circle' | 'square';
  isSaving: boolean;
  onSave: (picture: Blob) => void;
  onUnreadable: () => void;
  onClose: () => void;
};

/** Chooses the square of a picture: by the pointer, or by arrow keys, plus and minus. */
export function CropDialog({ file, shape = 'circle', isSaving, onSave, onUnreadable, onClose }: Props) {
  const { t } = useTranslation();
  const image = useRef<HTMLImageElement>(null);
  const [url, setUrl] = useState<string | null>(null);
  const [size, setSize] = useState<Size | null>(null);
  const [view, setView] = useState<View>({ x: 0, y: 0, zoom: 1 });
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);

  const pull = (dx: number, dy: number) => size && setView((old) => pulled(size, old, { dx, dy }, windowPx));
  const zoomTo = (zoom: number) => size && setView((old) => within(size, { ...old, zoom }));
  const onKey = (event: KeyboardEvent) => {
    const move = keys[event.key];
    if (!move) return;
    event.preventDefault();
    if ('zoom' in move) zoomTo(view.zoom + move.zoom);
    else pull(move.dx, move.dy);
  };
  const onPull = (event: PointerEvent) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) pull(event.movementX, event.movementY);
  };
  const save = async () => {
    if (!image.current || !size) return;
    const picture = await drawn(image.current, size, view);
    if (picture) onSave(picture);
    else onUnreadable();
  };
  const scale = size ? windowPx / edgeOf(size, view) : 1;
  return (
    <Dialog close={onClose} title={t('profile.picture.crop')} size={320}>
      <div
        className={c.window}
        data-shape={shape}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the picture is moved by the keyboard too
        tabIndex={0}
        aria-label={t('profile.picture.window')}
        aria-describedby="crop-help"
        onKeyDown={onKey}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPull}
        onWheel={(event) => zoomTo(view.zoom - Math.sign(event.deltaY) * zoomStep)}
      >
        {url && (
          <img
            ref={image}
            src={url}
            alt=""
            draggable={false}
            onLoad={(event) => {
              const { naturalWidth: width, naturalHeight: height } = event.currentTarget;
              setSize({ width, height });
              setView(wholeOf({ width, height }));
            }}
            onError={onUnreadable}
            style={
              size
                ? {
                    width: size.width * scale,
                    height: size.height * scale,
                    transform: `translate(${windowPx / 2 - view.x * scale}px, ${windowPx / 2 - view.y * scale}px)`,
                  }
                : { visibility: 'hidden' }
            }
          />
        )}
      </div>
      <p id="crop-help" className={c.help}>
        {t('profile.picture.help')}
      </p>
      <Slider
        label={null}
        thumbLabel={t('profile.picture.zoom')}
        min={1}
        max={zoomMax}
        step={zoomStep}
        value={view.zoom}
        onChange={zoomTo}
      />
      <Group mt={16} gap={8}>
        <Button onClick={() => void save()} loading={isSaving} disabled={!size}>
          {t('profile.picture.save')}
        </Button>
        <Button variant="subtle" color="gray" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </Group>
    </Dialog>
  );
}

/** The chosen square, without whatever else the file holds. PNG where the browser writes no WebP. */
function drawn(image: HTMLImageElement, size: Size, view: View): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  const edge = edgeOf(size, view);
  canvas.width = Math.min(savedPx, Math.round(edge));
  canvas.height = canvas.width;
  const brush = canvas.getContext('2d');
  brush?.drawImage(image, view.x - edge / 2, view.y - edge / 2, edge, edge, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/webp', 0.92);
  });
}
