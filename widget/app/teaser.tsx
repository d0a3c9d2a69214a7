import { Tool } from './icon.tsx';

export type Told = { name: string; text: string };

/** Names who wrote, in place of saying "1". */
export const Teaser = (props: { of: Told; hide: string; open: () => void; hush: () => void }) => (
  <div class="teaser" role="status">
    <button type="button" onClick={props.open}>
      <b>{props.of.name}</b>
      <span>{props.of.text}</span>
    </button>
    <Tool of="close" label={props.hide} on={props.hush} />
  </div>
);
