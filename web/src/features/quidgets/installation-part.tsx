import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SnippetKind, snippetKinds, snippetOf } from '#contract/quidget-snippet.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FormPart } from '../../ui/form-page.tsx';
import { CheckInstallation } from './check-installation.tsx';
import c from './quidget-form.module.css';
import type { Quidget } from './quidget-values.ts';
import type { QuidgetForm } from './use-quidget-form.ts';

/** Called so in every language. */
const kindNames: Record<SnippetKind, string> = {
  html: 'HTML',
  tag_manager: 'Tag Manager',
  react: 'React',
  wordpress: 'WordPress',
};

/** How it gets onto a site, and whether it got there. */
export function InstallationPart({ form, row, isReadOnly }: QuidgetForm & { row: Quidget | null }) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<SnippetKind>('html');
  if (!row)
    return (
      <FormPart title={t('quidget.parts.installation')}>
        <p>{t('quidget.add_first')}</p>
      </FormPart>
    );
  const snippet = snippetOf(row, kind);
  return (
    <>
      <FormPart title={t('quidget.installation.snippet')} lead={t(`quidget.installation.steps.${kind}`)}>
        <SegmentedControl
          className={c.kinds}
          aria-label={t('quidget.installation.where')}
          data={snippetKinds.map((value) => ({ value, label: kindNames[value] }))}
          value={kind}
          onChange={(value) => setKind(value as SnippetKind)}
        />
        <pre className={c.snippet}>
          <code>{snippet}</code>
        </pre>
        <CopyButton text={snippet} label={t('quidget.installation.copy')} />
        {isThisMachine(row.api_url) && <div className={c.warn}>{t('quidget.installation.local')}</div>}
      </FormPart>
      {!isReadOnly && <CheckInstallation of={row} form={form} />}
    </>
  );
}

/** Where no visitor reaches it. */
const isThisMachine = (url: string): boolean =>
  /^(localhost|127\.|\[::1\])/.test(URL.canParse(url) ? new URL(url).hostname : '');
