import { Button, Input } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Attachment } from '#contract/messages.ts';
import { templateFilesMax } from '#contract/templates.ts';
import { Icon } from '../../ui/icon.tsx';
import { AttachmentList } from '../../ui/uploads/attachment-list.tsx';
import { useUploads } from '../../ui/uploads/use-uploads.ts';
import type { Held } from '../../ui/use-saved-form.ts';
import type { CustomFieldProps } from './form-field.ts';

/** Files that go along with a template: they are uploaded at once, and belong to it when it is saved. */
export function TemplateFiles({ name, label, value, onChange, hold, error, isReadOnly }: CustomFieldProps) {
  const { t } = useTranslation();
  const kept = Array.isArray(value) ? (value as Attachment[]) : []; // what the contract calls attachments
  const all = useUploads(kept, templateFilesMax);
  const { uploads, files, isUploading, add, reset } = all;
  const picker = useRef<HTMLInputElement>(null);
  const held = isUploading ? 'coming' : uploads.some((one) => one.state === 'failed') ? 'failed' : null;
  const tellHeld = useEffectEvent(() => hold(held));
  const idsOf = (some: readonly Attachment[]) => some.map((file) => file.id).join();
  const [shown, saved] = [idsOf(files), idsOf(kept)];
  // What was told last, after what was told before and has not come back yet: files arrive faster than that.
  const told = useRef([shown]);
  const wasHeld = useRef<Held | null>(null);
  const tell = useEffectEvent(() => onChange(files));
  const follow = useEffectEvent(() => reset(kept));
  // Before the next key is heard: it may be the one that saves.
  useLayoutEffect(() => {
    if (told.current.at(-1) === shown) return;
    told.current.push(shown);
    tell();
  }, [shown]);
  // After the files themselves: whoever waits for them saves at once.
  useLayoutEffect(() => {
    if (held !== wasHeld.current) tellHeld();
    wasHeld.current = held;
  }, [held]);
  useEffect(() => {
    const at = told.current.indexOf(saved);
    told.current = at === -1 ? [saved] : told.current.slice(at);
    // Taken back, or changed elsewhere.
    if (at === -1) follow();
  }, [saved]);
  return (
    <Input.Wrapper label={label} labelElement="div" error={error}>
      <AttachmentList of={all} />
      {!isReadOnly && (
        <Button
          variant="default"
          display="block"
          mt={4}
          name={name}
          disabled={uploads.length >= templateFilesMax}
          leftSection={<Icon of={IconPaperclip} size={16} />}
          onClick={() => picker.current?.click()}
        >
          {t('templates.attach')}
        </Button>
      )}
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        data-attach={name}
        onChange={(event) => {
          add(event.currentTarget.files ?? []);
          event.currentTarget.value = '';
        }}
      />
    </Input.Wrapper>
  );
}
