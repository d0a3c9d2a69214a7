import { ActionIcon, Button, Menu, SegmentedControl, TextInput } from '@mantine/core';
import {
  IconBrandTelegram,
  IconBrandWhatsapp,
  IconDots,
  IconMail,
  IconMessageCircle,
  IconPhone,
  IconPlus,
} from '@tabler/icons-react';
import i18next from 'i18next';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Identity, IdentityKind } from '#contract/customers.ts';
import { isApiError } from '../../api/problem.ts';
import { dayWithin, formatDate, readTime } from '../../i18n/time.ts';
import { copyText } from '../../ui/copy-text.ts';
import { fieldErrors } from '../../ui/form-problems.ts';
import { type Glyph, Icon } from '../../ui/icon.tsx';
import { MenuLater } from '../../ui/menu-later.tsx';
import { readableAddress } from '../../ui/readable-address.ts';
import c from './customer.module.css';
import type { CustomerActions } from './use-customer-actions.ts';

const glyphs: Record<IdentityKind, Glyph> = {
  email: IconMail,
  phone: IconPhone,
  telegram: IconBrandTelegram,
  viber: IconMessageCircle,
  whatsapp: IconBrandWhatsapp,
  quidget: IconMessageCircle,
};

type Props = {
  identities: readonly Identity[];
  mayChange: boolean;
  does: CustomerActions;
  /** It is another customer's: they may be one person. */
  onMerge: ((customerId: number) => void) | null;
};

/** By what somebody is recognised: where it is from, when it was last heard of, and which one answers go to. */
export function Identities({ identities, mayChange, does, onMerge }: Props) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  return (
    <section className={c.part} aria-label={t('customer_page.identity.title')}>
      <h2>{t('customer_page.identity.title')}</h2>
      {identities.length === 0 && <p className={c.quiet}>{t('customer_page.identity.none')}</p>}
      <ul className={c.identities}>
        {identities.map((one) => (
          <li key={`${one.kind} ${one.value}`}>
            <Icon of={glyphs[one.kind]} size={16} />
            <div>
              <span className={c.value}>
                <Value of={one} />
                {one.is_primary && <small className={c.mark}>{t('customer_page.identity.primary')}</small>}
              </span>
              <small>{sourceText(one)}</small>
            </div>
            {mayChange && (
              <MenuLater
                position="bottom-end"
                button={
                  <ActionIcon
                    size={28}
                    variant="subtle"
                    color="gray"
                    aria-label={t('customer_page.identity.menu', { value: readableOf(one) })}
                  >
                    <Icon of={IconDots} size={16} />
                  </ActionIcon>
                }
              >
                {() => (
                  <>
                    {!one.is_primary && (one.kind === 'email' || one.kind === 'phone') && (
                      <Menu.Item onClick={() => void does.makePrimary(one)}>
                        {t('customer_page.identity.make_primary')}
                      </Menu.Item>
                    )}
                    <Menu.Item onClick={() => void copyText(one.value)}>{t('customer_page.identity.copy')}</Menu.Item>
                    {one.kind !== 'quidget' && (
                      <Menu.Item color="var(--p-danger)" onClick={() => void does.remove(one)}>
                        {t('customer_page.identity.remove')}
                      </Menu.Item>
                    )}
                  </>
                )}
              </MenuLater>
            )}
          </li>
        ))}
      </ul>
      {adding ? (
        <NewIdentity does={does} onMerge={onMerge} close={() => setAdding(false)} />
      ) : (
        mayChange && (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            leftSection={<Icon of={IconPlus} size={14} />}
            onClick={() => setAdding(true)}
          >
            {t('customer_page.identity.add')}
          </Button>
        )
      )}
    </section>
  );

  function sourceText(one: Identity): string {
    if (one.last_seen) return t('customer_page.identity.last_seen', { day: dayWithin(one.last_seen) });
    const values = { who: one.added_by ?? t('customer_page.someone'), day: formatDate(readTime(one.added)) };
    return t(`customer_page.identity.source.${one.source}`, values);
  }
}

function Value({ of }: { of: Identity }) {
  if (of.kind === 'email')
    return (
      <a data-thumb href={`mailto:${of.value}`}>
        <Address of={readableOf(of)} />
      </a>
    );
  if (of.kind === 'phone')
    return (
      <a data-thumb href={`tel:${of.value}`}>
        {of.readable}
      </a>
    );
  return readableOf(of);
}

/** Where it is longer than its line, it breaks before its domain rather than within a word. */
function Address({ of }: { of: string }) {
  const at = of.lastIndexOf('@') + 1;
  return (
    <>
      {of.slice(0, at)}
      <wbr />
      {of.slice(at)}
    </>
  );
}

/** Of a chat on a website: a browser's number, or the name that the site knows somebody by. */
function readableOf({ kind, value, readable }: Identity): string {
  if (kind === 'email') return readableAddress(readable);
  if (kind !== 'quidget') return readable;
  const visitor = /^visitor (\d+)$/.exec(value)?.[1];
  if (visitor !== undefined) return i18next.t('customer_page.identity.visitor', { id: visitor });
  return i18next.t('customer_page.identity.site_user', { name: value.replace(/^\d+ /, '') });
}

function NewIdentity({ does, onMerge, close }: Pick<Props, 'does' | 'onMerge'> & { close: () => void }) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<'email' | 'phone'>('email');
  const [value, type] = useState('');
  const [problem, tell] = useState<{ text: string; customerId: number | undefined } | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await does.add(kind, value);
      close();
    } catch (error) {
      const told = fieldErrors(error);
      const owner = isApiError(error, 'identity_in_use') ? error.errors[0]?.values?.customer_id : undefined;
      tell({
        text: told.value ?? told[''] ?? Object.values(told)[0] ?? '',
        customerId: typeof owner === 'number' ? owner : undefined,
      });
    }
  };
  return (
    <form className={c.adding} onSubmit={(event) => void submit(event)}>
      <SegmentedControl
        size="xs"
        aria-label={t('customer_page.identity.kind')}
        value={kind}
        onChange={(next) => {
          setKind(next === 'phone' ? 'phone' : 'email');
          tell(null);
        }}
        data={(['email', 'phone'] as const).map((one) => ({ value: one, label: t(`customer_page.identity.${one}`) }))}
      />
      <TextInput
        key={kind}
        autoFocus
        name="value"
        aria-label={t(`customer_page.identity.${kind}`)}
        inputMode={kind === 'email' ? 'email' : 'tel'}
        placeholder={kind === 'phone' ? '+380 44 123 45 67' : undefined}
        maxLength={255}
        value={value}
        error={problem?.text}
        onChange={(event) => {
          type(event.currentTarget.value);
          tell(null);
        }}
        onKeyDown={(event) => event.key === 'Escape' && close()}
      />
      <div className={c.buttons}>
        {problem?.customerId !== undefined && onMerge ? (
          <Button size="xs" onClick={() => problem.customerId !== undefined && onMerge(problem.customerId)}>
            {t('customer_page.merge.look')}
          </Button>
        ) : (
          <Button size="xs" type="submit" disabled={value.trim() === ''}>
            {t('customer_page.identity.save')}
          </Button>
        )}
        <Button size="xs" variant="subtle" color="gray" onClick={close}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
}
