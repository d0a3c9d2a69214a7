import { type ComboboxParsedItem, isOptionsGroup, type OptionsFilter } from '@mantine/core';
import { howMeant } from '../../../ui/how-meant.ts';

/** What was typed finds names as it does in the menus, whatever layout it was typed in. */
export const asMeant: OptionsFilter = ({ options, search }) => {
  const all = options.flatMap((one) => (isOptionsGroup(one) ? one.items : [one]));
  const fits = howMeant(
    search,
    all.map((one) => one.label),
  );
  const those = (of: ComboboxParsedItem): ComboboxParsedItem[] => {
    if (!isOptionsGroup(of)) return fits(of.label) ? [of] : [];
    const items = of.items.filter((one) => fits(one.label));
    return items.length > 0 ? [{ ...of, items }] : [];
  };
  return options.flatMap(those);
};
