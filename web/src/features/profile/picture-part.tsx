import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { avatarTypes, removeAvatar } from '#contract/profile.ts';
import { call } from '../../api/call.ts';
import { refetchSelf, useSelf } from '../../api/self.ts';
import { send } from '../../api/send.ts';
import { CropDialog } from '../../ui/crop/crop-dialog.tsx';
import { Face } from '../../ui/face.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import c from './profile.module.css';

/** The picture that colleagues see: chosen, cut, taken away. */
export function PicturePart() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { user } = useSelf();
  const picker = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const close = () => {
    setFile(null);
    chooser.current?.focus();
  };
  const saving = useMutation({
    mutationFn: async (picture: Blob) => {
      const form = new FormData();
      form.append('file', picture, 'picture');
      await send('profile/avatar', { body: form });
      await refetchSelf(client);
    },
    onSuccess: () => {
      close();
      toast({ status: 'success', title: t('saved.updated') });
    },
    onError: (error) => toastError(t('saved.not_updated'), error),
  });
  const removing = useMutation({
    mutationFn: async () => {
      await call(removeAvatar, {});
      await refetchSelf(client);
    },
    onError: (error) => toastError(t('saved.not_updated'), error),
  });
  const unreadable = () => {
    const isHeic = /^image\/hei[cf]/.test(file?.type ?? '') || /\.hei[cf]$/i.test(file?.name ?? '');
    close();
    toast({ status: 'error', title: t(isHeic ? 'errors.picture_heic' : 'errors.picture_unreadable') });
  };
  return (
    <div className={c.picture}>
      <Face name={user.name} avatar={user.avatar} size={72} />
      <div>
        <Group gap={8}>
          <Button ref={chooser} variant="default" onClick={() => picker.current?.click()}>
            {t(user.avatar ? 'profile.picture.change' : 'profile.picture.choose')}
          </Button>
          {user.avatar && (
            <Button variant="subtle" color="gray" loading={removing.isPending} onClick={() => removing.mutate()}>
              {t('profile.picture.remove')}
            </Button>
          )}
        </Group>
        <p>{t('profile.picture.kinds')}</p>
        <input
          ref={picker}
          type="file"
          hidden
          accept={avatarTypes.join(',')}
          data-avatar
          onChange={(event) => {
            setFile(event.currentTarget.files?.[0] ?? null);
            event.currentTarget.value = '';
          }}
        />
      </div>
      {file && (
        <CropDialog
          file={file}
          isSaving={saving.isPending}
          onSave={saving.mutate}
          onUnreadable={unreadable}
          onClose={close}
        />
      )}
    </div>
  );
}
