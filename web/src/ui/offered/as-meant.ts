import { type ComboboxParsedItem, isOptionsGroup, type OptionsFilter } from '@mantine/core';
import { howMeant } from '../how-meant.ts';

const none: ReadonlySet<string> = new Set();

/**
 * What was typed finds names as it does in the menus, whatever layout it was typed in; what was `found` by more than its
 * name is there besides.
 */
export const asMeant =
  (found: ReadonlySet<string> = none): OptionsFilter =>
  ({ options, search }) => {
    const all = options.flatMap((one) => (isOptionsGroup(one) ? one.items : [one]));
    const fits = howMeant(
      search,
      all.map((one) => one.label),
    );
    const those = (of: ComboboxParsedItem): ComboboxParsedItem[] => {
      if (!isOptionsGroup(of)) return fits(of.label) || found.has(String(of.value)) ? [of] : [];
      const items = of.items.filter((one) => fits(one.label) || found.has(String(one.value)));
      return items.length > 0 ? [{ ...of, items }] : [];
    };
    return options.flatMap(those);
  };
