import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { changeSettings, settingsChange } from '#contract/settings.ts';
import { call } from '../../api/call.ts';
import { refetchSelf, useSelf } from '../../api/self.ts';
import e from '../../ui/editor/editor.module.css';
import { RichField } from '../../ui/editor/rich-field.tsx';
import { problemsOf } from '../../ui/form-problems.ts';
import { SendButton } from '../../ui/send-button.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { useSavedForm } from '../../ui/use-saved-form.ts';
import c from './signature.module.css';

/** How a person's letters end, written as letters are. */
export function SignatureForm() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { settings } = useSelf();
  const saved = useSavedForm<{ signature: string }, unknown>({
    saved: { signature: settings.signature },
    validate: (values) => problemsOf(settingsChange, values),
    save: async ({ signature }) => {
      await call(changeSettings, { signature });
      // As it is kept: without what a letter cannot carry.
      await refetchSelf(client);
    },
    onSaved: () => void toast({ status: 'success', title: t('saved.updated') }),
    onProblem: (error) => toastError(t('saved.not_updated'), error),
  });
  const { form } = saved;
  const { signature } = form.values;
  return (
    <form {...saved.bind}>
      <RichField
        name="signature"
        label={t('settings.signature.title')}
        isLabelHidden
        placeholder={t('settings.signature.placeholder')}
        value={signature}
        onChange={(html) => form.setFieldValue('signature', html)}
        error={form.errors.signature}
        onSubmit={saved.submit}
      />
      {saved.isOutdated && (
        <p className={e.problem} role="alert">
          {t('form.outdated')}
        </p>
      )}
      <div className={c.save} data-save-bar>
        <SendButton loading={saved.isSaving} restSeconds={saved.restSeconds}>
          {t('settings.signature.save')}
        </SendButton>
        {saved.unsaved > 0 && (
          <Button variant="subtle" color="gray" onClick={saved.discard}>
            {t('form.discard')}
          </Button>
        )}
      </div>
    </form>
  );
}
