import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../i18n/time.ts';
import { BackToList } from './back-to-list.tsx';
import { BothSides, type SideWords } from './both-sides.tsx';
import c from './form-page.module.css';
import { focusFirstProblem } from './form-problems.ts';
import { Icon } from './icon.tsx';
import { keyLabel, useKeys } from './keys.ts';
import { usePageTitle } from './page-title.ts';
import { SendButton } from './send-button.tsx';
import { Key } from './small-parts.tsx';
import type { SavedForm } from './use-saved-form.ts';
import { WhyNot } from './why-not.tsx';

/** Above a page that belongs to a list: back to that, by the arrow or by Escape. */
export function BarOfList({ title, back, children }: { title: string; back: LinkProps; children?: ReactNode }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const goBack = () => void navigate(back as Parameters<typeof navigate>[0]);
  useKeys([{ key: 'Escape', label: t('form.back'), group: 'move', run: goBack }]);
  return (
    <div className={c.bar}>
      <BackToList to={back} />
      <h1>{title}</h1>
      {children}
    </div>
  );
}

/** One column of fields, their consequences beside it, and a bar that says what is not saved yet. */
export function FormPage<V extends Record<string, unknown>>(props: {
  title: string;
  /** Beside the title: a state in words. */
  status?: ReactNode;
  /** At the right end of the bar. */
  actions?: ReactNode;
  back: LinkProps;
  /** Above the form: the steps of the first run. */
  header?: ReactNode;
  aside?: ReactNode;
  saved: SavedForm<V>;
  saveLabel: string;
  isNew: boolean;
  isReadOnly?: boolean;
  /** Beside the save button. */
  extra?: ReactNode;
  /** How to name fields and show their values, where the person chooses between both sides. */
  words?: SideWords;
  children: ReactNode;
}) {
  const { title, status, actions, back, header, aside, saved, saveLabel, isNew, isReadOnly, extra, words, children } =
    props;
  const { t } = useTranslation();
  usePageTitle(title);
  useBeginInField(saved.element, isNew && !isReadOnly);
  // It leads on to another page when it is there, where what was typed meanwhile would be lost.
  const isBeingMade = isNew && saved.isSaving;
  useFocusBack(isBeingMade, () => focusFirstProblem(saved.element.current, saved.form.errors));
  return (
    <div className={c.page}>
      <BarOfList title={title} back={back}>
        {status && <span className={c.state}>{status}</span>}
        <span className={c.gap} />
        {actions}
      </BarOfList>
      <div className={c.body} tabIndex={isReadOnly ? 0 : undefined}>
        <form {...saved.bind} id="page-form">
          {header}
          {saved.isOutdated && words && <BothSides of={saved} words={words} />}
          {saved.isOutdated && !words && (
            <div className={c.notice} role="alert">
              <span>{t('form.outdated')}</span>
              <Button size="xs" variant="subtle" onClick={saved.discard}>
                {t('form.load_theirs')}
              </Button>
            </div>
          )}
          {isReadOnly && (
            <div className={c.notice} data-calm>
              {t('form.read_only')}
            </div>
          )}
          <fieldset className={c.fieldset} disabled={isReadOnly} inert={isBeingMade}>
            {children}
          </fieldset>
        </form>
        {aside}
      </div>
      {isReadOnly ? (
        <div className={c.save} data-save-bar>
          <WhyNot reason={t('form.read_only')}>
            <Button>{saveLabel}</Button>
          </WhyNot>
        </div>
      ) : (
        <div className={c.save} data-save-bar>
          <SendButton form="page-form" loading={saved.isSaving || saved.isWaiting} restSeconds={saved.restSeconds}>
            {saveLabel}
          </SendButton>
          {!isNew && saved.unsaved > 0 && (
            <Button variant="subtle" color="gray" onClick={saved.discard}>
              {t('form.discard')}
            </Button>
          )}
          {extra}
          <span className={c.unsaved} role="status">
            {saved.isWaiting
              ? t('form.waits_for_files')
              : saved.unsaved > 0 && !isNew && t('form.unsaved', { count: saved.unsaved })}
            {!saved.isWaiting &&
              saved.unsaved === 0 &&
              saved.savedAt &&
              t('form.saved_at', { time: formatTime(saved.savedAt) })}
          </span>
          <Key>{keyLabel('Mod+KeyS')}</Key>
        </div>
      )}
    </div>
  );
}

/** Whoever adds something begins in its first empty field. Not where a keyboard would cover the half of a phone. */
function useBeginInField(form: RefObject<HTMLElement | null>, begins: boolean): void {
  useEffect(() => {
    const all = form.current;
    if (!all || !begins || !matchMedia('(pointer: fine)').matches) return;
    const begin = (): boolean => {
      if (document.activeElement !== document.body) return true;
      const places = [...all.querySelectorAll<HTMLInputElement>(`${typedInto}, ${onItsWay}`)];
      const first = places.find((one) => one.matches(onItsWay) || one.value === '') ?? places[0];
      if (first?.matches(onItsWay)) return false;
      first?.focus();
      return true;
    };
    if (begin()) return;
    // Its first field has to be fetched.
    const coming = new MutationObserver(() => begin() && coming.disconnect());
    coming.observe(all, { childList: true, subtree: true });
    return () => coming.disconnect();
  }, [form, begins]);
}
const typedInto = 'input:is([type=text], [type=email], [type=tel], [type=password], :not([type])):not(:disabled)';
const onItsWay = '[data-ghosts]';

/** What rests for a while gives the focus back to where it was, unless there is a better place. */
function useFocusBack(isResting: boolean, isBetterPlaced: () => boolean): void {
  const before = useRef<HTMLElement | null>(null);
  const isPlaced = useEffectEvent(isBetterPlaced);
  // Before it is taken away.
  useLayoutEffect(() => {
    if (isResting) before.current = document.activeElement as HTMLElement | null;
    else if (before.current && document.activeElement === document.body && !isPlaced()) before.current.focus();
  }, [isResting]);
}

/** Some fields under a heading. */
export function FormPart(props: {
  title: string;
  lead?: ReactNode;
  /** Its hash: `/products/7/edit#{part}` leads to it. */
  part?: string;
  children: ReactNode;
}) {
  const { title, lead, part, children } = props;
  return (
    <section className={c.part} data-part={part}>
      <h2>{title}</h2>
      {lead && <p>{lead}</p>}
      {children}
    </section>
  );
}

/** What few people need, folded away. Opens by itself when a problem lies inside. */
export function FormFold(props: { title: string; part?: string; isOpen: boolean; children: ReactNode }) {
  const { title, part, isOpen, children } = props;
  const fold = useRef<HTMLDetailsElement>(null);
  // It never closes under whoever mends the problem.
  useLayoutEffect(() => {
    if (isOpen && fold.current) fold.current.open = true;
  }, [isOpen]);
  return (
    <details ref={fold} className={c.fold} data-part={part}>
      <summary>
        <Icon of={IconChevronDown} size={16} />
        {title}
      </summary>
      {children}
    </details>
  );
}

export const formStyles = c;
