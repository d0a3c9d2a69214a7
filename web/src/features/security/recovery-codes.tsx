import { Button } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { brand } from '../../ui/brand.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { download } from '../../ui/download.ts';
import { Icon } from '../../ui/icon.tsx';
import { useFocusIfLost } from '../../ui/use-focus-if-lost.ts';
import c from './security.module.css';

/** The ten codes, shown this once: to copy, to keep as a file, to print. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation();
  const text = `${t('security.codes_of', { brand: brand.name })}\n\n${codes.join('\n')}\n`;
  const section = useFocusIfLost<HTMLElement>('codes', 'code');
  return (
    <section ref={section} tabIndex={-1} className={c.begins} aria-label={t('security.codes_title')}>
      <p>{t('security.codes_lead')}</p>
      <ul className={c.codes} data-title={t('security.codes_of', { brand: brand.name })}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={c.row}>
        <CopyButton size="xs" text={codes.join('\n')} label={t('security.copy')} />
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon of={IconDownload} size={16} />}
          onClick={() =>
            download(text, {
              name: `${brand.name.toLowerCase().replace(/\W+/g, '-')}-recovery-codes.txt`,
              type: 'text/plain',
            })
          }
        >
          {t('security.download')}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon of={IconPrinter} size={16} />}
          onClick={() => window.print()}
        >
          {t('security.print')}
        </Button>
      </div>
    </section>
  );
}
