import { createFileRoute } from '@tanstack/react-router';
import { RestorePage } from '../pages/restore-page.tsx';

export const Route = createFileRoute('/restore/$id')({
  component: RestorePage,
});
