import { createFileRoute } from '@tanstack/react-router';
import { ProfilePage } from '../pages/profile-page.tsx';

export const Route = createFileRoute('/_desk/profile')({ component: ProfilePage });
