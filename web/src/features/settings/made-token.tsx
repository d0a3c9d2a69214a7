import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { apiBase } from '../../api/send.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { toast } from '../../ui/toast.tsx';
import c from './settings.module.css';

export type Made = { readonly token: string; readonly name: string };

/** Tells whoever has gone elsewhere meanwhile, and shows the token once they ask for it. */
export function tellOfToken(of: Made): void {
  const title = i18next.t('settings.tokens.made', { name: of.name });
  const show = () => {
    const id = modals.open({
      ...{ title, centered: true, size: 'lg', closeOnClickOutside: false },
      closeButtonProps: { 'aria-label': i18next.t('common.close') },
      children: <MadeToken of={of} onDone={() => modals.close(id)} />,
    });
  };
  const action = { label: i18next.t('settings.tokens.show'), onClick: show };
  toast({ status: 'success', title, text: i18next.t('settings.tokens.made_text'), lasts: true, action });
}

/** The only time that the token is shown whole. */
export function MadeToken({ of: { token, name }, onDone }: { of: Made; onDone: () => void }) {
  const { t } = useTranslation();
  const example = `curl ${window.location.origin}${apiBase}tickets/get -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '{}'`;
  return (
    <section className={c.made} aria-label={t('settings.tokens.made', { name })}>
      <p role="status">
        <b>{t('settings.tokens.made', { name })}</b> {t('settings.tokens.made_text')}
      </p>
      <div className={c.secret}>
        <code data-token>{token}</code>
        <CopyButton text={token} label={t('settings.tokens.copy')} />
      </div>
      <p className={c.hint}>{t('settings.tokens.try')}</p>
      <div className={c.secret}>
        <code>{example}</code>
        <CopyButton text={example} label={t('settings.tokens.copy_example')} />
      </div>
      <Button mt={12} variant="default" onClick={onDone}>
        {t('settings.tokens.done')}
      </Button>
    </section>
  );
}
