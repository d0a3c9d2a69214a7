import './api/no-eval.ts';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@fontsource-variable/inter/opsz.css';
import './ui/base.css';
import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { makeQueryClient } from './api/query-client.ts';
import { startI18n } from './i18n/language.ts';
import { makeRouter } from './router.tsx';
import { cssVariables } from './ui/colours.ts';
import { theme } from './ui/theme.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
await startI18n();

const queryClient = makeQueryClient();
const router = makeRouter(queryClient);

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <ModalsProvider>
          <RouterProvider router={router} />
        </ModalsProvider>
        <Notifications position="bottom-left" limit={3} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
