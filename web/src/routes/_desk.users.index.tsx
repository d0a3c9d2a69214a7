import { createFileRoute } from '@tanstack/react-router';
import { UsersPage } from '../pages/users-page.tsx';

export const Route = createFileRoute('/_desk/users/')({ component: UsersPage });
