import { useState } from 'preact/hooks';

type Named = { name: string; picture?: string | null; isHere?: boolean };

/** A portrait; where there is none, or the page lets none in, the initials in a tint of their own. */
export function Face({ name, picture = null, isHere = false }: Named) {
  const [isLost, lose] = useState(false);
  const hue = [...name].reduce((sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0), 7) % 360;
  return (
    <span class="face" data-here={isHere} style={{ '--hue': String(hue) }} aria-hidden="true">
      {picture && !isLost ? (
        <img src={picture} alt="" referrerpolicy="no-referrer" onError={() => lose(true)} />
      ) : (
        initials(name)
      )}
    </span>
  );
}

export const Faces = ({ of }: { of: readonly Named[] }) => (
  <span class="faces">
    {of.map((one, at) => (
      <Face key={String(at)} {...one} />
    ))}
  </span>
);

const initials = (name: string) =>
  (name.match(/[\p{L}\p{N}]\S*/gu) ?? [])
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase())
    .join('');
