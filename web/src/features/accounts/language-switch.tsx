import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { currentLanguage, speak } from '../../i18n/language.ts';

/** Names the language it leads to, in that language, so that whoever needs it can read it. */
export function LanguageSwitch() {
  const { t } = useTranslation();
  const other = currentLanguage() === 'en' ? 'ua' : 'en';
  return (
    <Button
      variant="subtle"
      color="gray"
      size="xs"
      lang={other === 'ua' ? 'uk' : 'en'}
      onClick={() => void speak(other)}
    >
      {t(`language.${other}`)}
    </Button>
  );
}
