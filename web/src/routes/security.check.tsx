import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { SecondStepPage } from '../pages/second-step-page.tsx';
import { backPath } from './-back-path.ts';
import { requireSecondStep } from './-guards.ts';

export const Route = createFileRoute('/security/check')({
  validateSearch: z.object({ back: backPath.optional().catch(undefined) }),
  beforeLoad: ({ context, search }) => requireSecondStep(context.queryClient, search.back),
  component: SecondStepPage,
});
