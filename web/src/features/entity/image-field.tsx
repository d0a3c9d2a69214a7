import { Button, Group, Input } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { avatarTypes } from '#contract/profile.ts';
import { errorText } from '../../i18n/problem-text.ts';
import { CropDialog } from '../../ui/crop/crop-dialog.tsx';
import c from './image-field.module.css';

type Props = {
  name: string;
  label: string;
  description?: ReactNode;
  error?: ReactNode;
  value: string;
  onChange: (value: string) => void;
  upload: (file: Blob) => Promise<string>;
  isCropped: boolean;
  address: (value: string) => string;
  wrapperProps: Record<string, unknown>;
};

/** A picture: chosen, looked at, taken away. It is kept with the rest of the form. */
export function ImageField(props: Props) {
  const { name, label, description, error, value, onChange, upload, address, isCropped, wrapperProps } = props;
  const { t } = useTranslation();
  const picker = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const [toCrop, setToCrop] = useState<File | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const close = () => {
    setToCrop(null);
    chooser.current?.focus();
  };
  const uploading = useMutation({
    mutationFn: upload,
    onSuccess: (found) => {
      onChange(found);
      close();
    },
    onError: close,
  });
  const take = (file: File) => {
    setUnreadable(false);
    if (isCropped) setToCrop(file);
    else uploading.mutate(file);
  };
  const refusal = isUnreadable ? t('errors.picture_unreadable') : uploading.isError && errorText(uploading.error);
  const problem = error ?? (refusal || undefined);
  return (
    <Input.Wrapper label={label} labelElement="div" description={description} error={problem} {...wrapperProps}>
      <Group gap={12}>
        {value !== '' && <img className={c.picture} src={address(value)} alt={label} />}
        <Button
          ref={chooser}
          variant="default"
          data-field={name}
          loading={uploading.isPending}
          onClick={() => picker.current?.click()}
        >
          {t(value === '' ? 'form.image.choose' : 'form.image.change')}
        </Button>
        {value !== '' && (
          <Button variant="subtle" color="gray" onClick={() => onChange('')}>
            {t('form.image.remove')}
          </Button>
        )}
        <input
          ref={picker}
          type="file"
          hidden
          accept={avatarTypes.join(',')}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            event.currentTarget.value = '';
            if (file) take(file);
          }}
        />
      </Group>
      {toCrop && (
        <CropDialog
          file={toCrop}
          shape="square"
          isSaving={uploading.isPending}
          onSave={uploading.mutate}
          onUnreadable={() => {
            setUnreadable(true);
            close();
          }}
          onClose={close}
        />
      )}
    </Input.Wrapper>
  );
}
