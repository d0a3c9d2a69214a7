import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import c from './signature.module.css';

/** The signature that goes below this letter, in one line, and a way to leave it out. */
export function SignatureLine(props: { html: string; isOn: boolean; turn: (isOn: boolean) => void }) {
  const { html, isOn, turn } = props;
  const { t } = useTranslation();
  return (
    <div className={`${c.line} signature`} data-off={isOn ? undefined : true}>
      <span>{wordsOf(html)}</span>
      <Button size="xs" variant="subtle" color="gray" onClick={() => turn(!isOn)}>
        {t(isOn ? 'writing.signature.leave_out' : 'writing.signature.add')}
      </Button>
    </div>
  );
}

/** Its text alone, so that nothing in it is ever a part of this page. */
function wordsOf(html: string): string {
  const page = new DOMParser().parseFromString(html.replace(/<br\s*\/?>|<\/(p|li|h[1-3])>/g, '$& · '), 'text/html');
  const parts = page.body.textContent.split('·').map((part) => part.trim());
  return parts.filter(Boolean).join(' · ');
}
