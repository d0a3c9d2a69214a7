import { createFileRoute } from '@tanstack/react-router';
import { learnLater } from '../i18n/language.ts';
import { AiPage } from '../pages/ai-page.tsx';

export const Route = createFileRoute('/_desk/ai')({
  beforeLoad: () => learnLater('ai'),
  component: AiPage,
});
