import type { Act, Declaration } from './declaration.ts';
import { useDisable } from './use-disable.ts';

/** What leads from one segment of a list to the other. A list shows one noun as long as it is there. */
export function useTurn(of: Declaration): { disable: Act; restore: Act } {
  const usual = useDisable(of);
  const useOwn = of.turning?.useActs ?? useNone;
  return useOwn() ?? usual;
}
const useNone = () => undefined;
