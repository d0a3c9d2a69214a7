import { useMantineColorScheme } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSelf } from '../api/self.ts';
import { useClosedCompanies } from '../features/access/tell-closed.ts';
import { SignedOutOverlay } from '../features/accounts/signed-out-overlay.tsx';
import { speak } from '../i18n/language.ts';
import { ConnectionBanner } from '../realtime/connection-banner.tsx';
import { Realtime } from '../realtime/realtime.tsx';

export function DeskLayout() {
  useSettings();
  useClosedCompanies();
  return (
    <Realtime>
      <ModalsProvider>
        <Outlet />
      </ModalsProvider>
      <ConnectionBanner />
      <SignedOutOverlay />
    </Realtime>
  );
}

/** Language and theme follow the profile, on whatever device somebody signs in. */
function useSettings(): void {
  const { language, theme } = useSelf().settings;
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => setColorScheme(theme === 'system' ? 'auto' : theme), [theme, setColorScheme]);
  useEffect(() => void speak(language), [language]);
}
