import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconEye } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PreviewStage } from '#contract/quidget-preview.ts';
import { quidgetLanguages } from '#contract/quidget-settings.ts';
import { quidgets } from '#contract/quidgets.ts';
import { createRows, presentRows, rowQuery, updateRows } from '../../api/rows.ts';
import { mayDo, useSelf } from '../../api/self.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormPage } from '../../ui/form-page.tsx';
import { focusFirstProblem } from '../../ui/form-problems.ts';
import { Icon } from '../../ui/icon.tsx';
import { useOffered } from '../../ui/offered/use-offered.ts';
import { onlyOne } from '../../ui/only-one.ts';
import { HealthDot } from '../../ui/small-parts.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { useSavedForm } from '../../ui/use-saved-form.ts';
import { BehaviourPart } from './behaviour-part.tsx';
import { AskedPart } from './form-part.tsx';
import { InstallationPart } from './installation-part.tsx';
import { LookPart } from './look-part.tsx';
import { ProactivePart } from './proactive-part.tsx';
import { toCalendar, toProduct } from './quidget-choices.ts';
import c from './quidget-form.module.css';
import { partOf, type QuidgetPart, quidgetParts } from './quidget-parts.ts';
import { QuidgetPreview, type Seen } from './quidget-preview.tsx';
import { QuidgetTabs } from './quidget-tabs.tsx';
import {
  allFields,
  checkValues,
  dataOf,
  newQuidget,
  type Quidget,
  type QuidgetValues,
  quidgetProblems,
  valuesOf,
} from './quidget-values.ts';
import { sideWords } from './quidget-words.ts';
import { SecurityPart } from './security-part.tsx';
import { TextsPart } from './texts-part.tsx';

type ProductChoice = { id: number; color: string; company_id: number };

type Props = {
  /** Null: a new one. */
  row: Quidget | null;
  /** The first there are: a new one begins with the looks of one of them. */
  products: readonly ProductChoice[];
  onCreated: (id: number) => Promise<void> | void;
};

/** What the preview opens with a part. */
const stageOf: Partial<Record<QuidgetPart, PreviewStage>> = { look: 'home', texts: 'home', form: 'form' };

/** The editor of a quidget: its parts one at a time, and beside them what visitors would see. */
export function QuidgetForm({ row, products, onCreated }: Props) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const who = useSelf();
  const navigate = useNavigate();
  const hash = useLocation({ select: (location) => location.hash });
  const part = quidgetParts.find((one) => one === hash) ?? 'look';
  const isNew = row === null;
  const isReadOnly = isNew ? !mayDo(who, 'quidgets.create') : !mayDo(who, 'quidgets.update', row.company_id);
  const companyOf = (values: QuidgetValues) =>
    row?.company_id ?? offered().find((product) => String(product.id) === values.product_id)?.company_id;

  const [first] = products;
  const titleOf = who.companies.find((company) => company.id === first?.company_id)?.company_name ?? '';
  const [start] = useState(() => ({
    ...newQuidget(first, titleOf.slice(0, 49)),
    product_id: String(onlyOne(products)?.id ?? ''),
  }));
  const saved = useSavedForm<QuidgetValues, number | null>({
    saved: row ? valuesOf(row) : start,
    validate: (values) => checkValues(values, isNew),
    problems: quidgetProblems,
    save: async (values, changed) => {
      let created: number | null = null;
      if (isNew) {
        const data = { ...dataOf(values, allFields), company_id: companyOf(values) };
        const [made] = await createRows(quidgets, [data]);
        created = made?.id ?? null;
      } else if (changed.length > 0) await change(row, dataOf(values, changed));
      await client.invalidateQueries({ queryKey: [quidgets.name] });
      return created;
    },
    onSaved: async (created) => {
      const { name } = saved.form.values;
      if (isNew)
        toast({ status: 'success', title: t('saved.created'), text: t('entities.quidgets.created_text', { name }) });
      else toast({ status: 'success', title: t('saved.updated') });
      if (created !== null) await onCreated(created);
    },
    onProblem: (error) => toastError(isNew ? t('saved.not_created') : t('saved.not_updated'), error),
    isReadOnly,
    mustChoose: true,
    staysOverParts: true,
  });
  /** What the person saw goes along; where it is no longer so, the form learns what is there now. */
  const change = async (before: Quidget, data: Record<string, unknown>) => {
    const seen = Object.fromEntries(Object.keys(data).map((name) => [name, Reflect.get(before, name)]));
    try {
      await updateRows(quidgets, data, [['id', '=', before.id]], seen);
    } catch (error) {
      const [present] = presentRows(quidgets, error);
      if (present) client.setQueryData(rowQuery(quidgets, before.id).queryKey, present as Quidget);
      throw error;
    }
  };
  const { form } = saved;
  const chosen = (field: 'product_id' | 'calendar_id') => [Number(form.values[field])].filter((id) => id > 0);
  const ofProduct = useOffered({ to: toProduct, companyId: row?.company_id ?? null, chosen: chosen('product_id') });
  const offered = () => ofProduct.rows as readonly ProductChoice[]; // by the fields it asks for
  const company = companyOf(form.values) ?? null;
  const ofCalendar = useOffered({
    ...{ to: toCalendar, companyId: company, chosen: chosen('calendar_id') },
    isAsked: company !== null,
  });

  const [seen, setSeen] = useState<Seen>({
    ...{ device: 'desktop', scheme: 'light', presence: 'online', stage: 'home' },
    language: i18n.language.startsWith('uk') ? 'ua' : 'en',
  });
  const see = (next: Partial<Seen>) => setSeen((now) => ({ ...now, ...next }));
  const stage = stageOf[part];
  useEffect(() => {
    if (stage) setSeen((now) => ({ ...now, stage }));
  }, [stage]);
  useWrongPart({
    values: form.values,
    errors: form.errors,
    element: saved.element,
    see,
    go: (to) => navigate({ to: '.', hash: to, resetScroll: false }),
  });

  const wrong = new Set(Object.keys(form.errors).map(partOf));
  const isNarrow = useMediaQuery('(max-width: 1100px)', undefined, { getInitialValueInEffect: false });
  const [isPreviewing, setPreviewing] = useState(false);
  const preview = <QuidgetPreview values={form.values} seen={seen} onSee={see} />;
  const given = { form, isReadOnly, companyId: company };
  const parts: Record<QuidgetPart, React.ReactNode> = {
    look: <LookPart {...given} companyId={row?.company_id ?? null} />,
    texts: <TextsPart {...given} language={seen.language} onLanguage={(language) => see({ language })} />,
    form: <AskedPart {...given} />,
    behaviour: (
      <>
        <BehaviourPart {...given} />
        <ProactivePart {...given} />
      </>
    ),
    installation: <InstallationPart {...given} row={row} />,
    security: <SecurityPart {...given} row={row} />,
  };

  return (
    <FormPage
      title={row?.name ?? t('entities.quidgets.new')}
      status={row?.is_deleted === 1 && <HealthDot level="idle">{t('list.segments.disabled')}</HealthDot>}
      back={{ to: '/$entity/search', params: { entity: 'quidgets' } }}
      header={<QuidgetTabs on={part} wrong={wrong} />}
      actions={
        isNarrow && (
          <Button variant="default" leftSection={<Icon of={IconEye} size={16} />} onClick={() => setPreviewing(true)}>
            {t('quidget.preview.show')}
          </Button>
        )
      }
      aside={
        isNarrow ? (
          <Dialog
            opened={isPreviewing}
            close={() => setPreviewing(false)}
            title={t('quidget.preview.title')}
            fullScreen
          >
            {preview}
          </Dialog>
        ) : (
          <aside className={c.aside} data-preview aria-label={t('quidget.preview.beside')}>
            {preview}
          </aside>
        )
      }
      saved={saved}
      isNew={isNew}
      isReadOnly={isReadOnly}
      words={sideWords({ product: ofProduct.nameOf, calendar: ofCalendar.nameOf })}
      saveLabel={isNew ? t('entities.quidgets.add') : t('form.save')}
    >
      {quidgetParts.map((one) => (
        <div key={one} hidden={one !== part} data-part={one}>
          {parts[one]}
        </div>
      ))}
    </FormPage>
  );
}

/** A problem in a part that is out of sight brings that part into sight, and the cursor to the problem. */
function useWrongPart(the: {
  values: QuidgetValues;
  errors: Record<string, unknown>;
  element: RefObject<HTMLFormElement | null>;
  see: (change: Partial<Seen>) => void;
  go: (part: QuidgetPart) => Promise<void>;
}) {
  const { values, errors, element } = the;
  const before = useRef(values);
  const lead = useEffectEvent(() => {
    // Whoever types takes a problem away, and goes on typing where they are.
    if (values !== before.current) return;
    const names = Object.keys(errors);
    const [name] = names;
    const form = element.current;
    const isShown = (one: string) => Boolean(fieldOf(form, one)?.offsetParent);
    if (name === undefined || names.some(isShown)) return;
    const language = quidgetLanguages.find((one) => name.startsWith(`texts/${one}/`));
    if (language) the.see({ language });
    void the.go(partOf(name)).then(() => requestAnimationFrame(() => focusFirstProblem(form, { [name]: true })));
  });
  // Only when there are new problems: whoever looks elsewhere meanwhile is left in peace.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the problems are what it waits for.
  useEffect(() => lead(), [errors]);
  useEffect(() => {
    before.current = values;
  }, [values]);
}

const fieldOf = (form: HTMLElement | null, name: string) =>
  form?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"], [data-field="${CSS.escape(name)}"]`);
