import { createFileRoute } from '@tanstack/react-router';
import { SecurityPage } from '../pages/security-page.tsx';

export const Route = createFileRoute('/_desk/security')({ component: SecurityPage });
