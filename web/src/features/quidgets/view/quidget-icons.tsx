import type { ReactNode } from 'react';

/** Drawn here, since the chat brings no library to the site. */
const line = (paths: ReactNode, size: number) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.75"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {paths}
  </svg>
);

export const ChatIcon = () =>
  line(<path d="M4 18.5V6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v8.5a2 2 0 0 1-2 2H8l-4 3.5zM8.5 9h7M8.5 12h4.5" />, 26);
export const CloseIcon = ({ size }: { size: number }) => line(<path d="M6 6l12 12M18 6L6 18" />, size);
export const ArrowIcon = () => line(<path d="M5 12h14M13 6l6 6-6 6" />, 20);
export const SendIcon = () => line(<path d="M4.5 12L20 4.5 14 20l-3-6.5zM11 13.5L20 4.5" />, 20);
export const ClipIcon = () =>
  line(<path d="M15 7l-6.5 6.5a1.5 1.5 0 0 0 3 3L18 10a3 3 0 0 0-6-6l-6.500 6.500a4.500 4.500 0 0 0 9 9L21 13" />, 20);
