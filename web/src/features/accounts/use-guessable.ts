import { useEffect, useState } from 'react';

const pauseMs = 250;

/**
 * Whether the password would be guessed by somebody who knows these facts; undefined until that is known. The lists it
 * is compared with are fetched when typing begins; without them the server alone decides.
 */
export function useGuessable(password: string, facts: readonly string[]): boolean | undefined {
  const [rated, setRated] = useState<{ password: string; isGuessable: boolean }>();
  const known = facts.join('\n');
  useEffect(() => {
    if (password === '') return;
    let isCurrent = true;
    const lists = import('./rate-password.ts');
    const timer = setTimeout(() => {
      lists.then(
        ({ isGuessable }) => {
          if (isCurrent) setRated({ password, isGuessable: isGuessable(password, known.split('\n')) });
        },
        () => {},
      );
    }, pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [password, known]);
  return rated?.password === password ? rated.isGuessable : undefined;
}
