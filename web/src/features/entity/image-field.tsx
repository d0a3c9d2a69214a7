import { Button, Group, Input } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { avatarTypes } from '#contract/profile.ts';
import { errorText } from '../../i18n/problem-text.ts';
import c from './image-field.module.css';

type Props = {
  name: string;
  label: string;
  description?: ReactNode;
  error?: ReactNode;
  value: string;
  onChange: (value: string) => void;
  upload: (file: File) => Promise<string>;
  address: (value: string) => string;
  wrapperProps: Record<string, unknown>;
};

/** A picture: chosen, looked at, taken away. It is kept with the rest of the form. */
export function ImageField(props: Props) {
  const { name, label, description, error, value, onChange, upload, address, wrapperProps } = props;
  const { t } = useTranslation();
  const picker = useRef<HTMLInputElement>(null);
  const uploading = useMutation({ mutationFn: upload, onSuccess: onChange });
  const problem = error ?? (uploading.isError ? errorText(uploading.error) : undefined);
  return (
    <Input.Wrapper label={label} labelElement="div" description={description} error={problem} {...wrapperProps}>
      <Group gap={12}>
        {value !== '' && <img className={c.picture} src={address(value)} alt={label} />}
        <Button
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
            if (file) uploading.mutate(file);
          }}
        />
      </Group>
    </Input.Wrapper>
  );
}
