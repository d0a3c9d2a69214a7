import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.tsx';
import c from './keyboard-sheet.module.css';
import { type KeyBinding, keyGroups, keyLabel } from './keys.ts';
import { Key } from './small-parts.tsx';

/** Every key that does something on the screen it is opened from, and no other. */
export function KeyboardSheet({ keys, close }: { keys: readonly KeyBinding[]; close: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog centered={false} close={close} size={640} title={t('keys.title')}>
      <Groups of={keys} />
      <p className={c.foot}>{t('keys.by_place')}</p>
    </Dialog>
  );
}

function Groups({ of }: { of: readonly KeyBinding[] }) {
  const { t } = useTranslation();
  return (
    <div className={c.columns}>
      {keyGroups.map((group) => {
        const keys = of.filter((one) => (one.group ?? 'act') === group);
        if (keys.length === 0) return null;
        return (
          <section key={group}>
            <h3>{t(`keys.groups.${group}`)}</h3>
            <ul>
              {keys.map((one) => (
                <li key={one.key}>
                  {one.label}
                  <span>
                    {[...one.key.split(' '), ...(one.besides ?? [])].map((press) => (
                      <Key key={press}>{keyLabel(press)}</Key>
                    ))}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
