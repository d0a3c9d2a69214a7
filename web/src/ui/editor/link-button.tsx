import { ActionIcon, Button, Popover, TextInput } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { type Editor, useEditorState } from '@tiptap/react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Anchor } from '../anchor.tsx';
import { Icon } from '../icon.tsx';
import { Tip } from '../tip.tsx';
import c from './format-bar.module.css';
import { linkAddress } from './link-address.ts';

/** Makes the selected words a link, or an address that is typed here a word of the text. */
export function LinkButton({ editor }: { editor: Editor }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const at = useRef<HTMLButtonElement>(null);
  const [isMade, setMade] = useState(false);
  const [address, setAddress] = useState('');
  const [isWrong, setWrong] = useState(false);
  const isLink = useEditorState({ editor, selector: ({ editor: of }) => of.isActive('link') });
  const open = () => {
    setMade(true);
    setAddress(String(editor.getAttributes('link').href ?? ''));
    setWrong(false);
    setOpened(!opened);
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const href = linkAddress(address);
    if (!href) return setWrong(true);
    const chain = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && !isLink) {
      chain
        .insertContent([
          { type: 'text', text: address.trim(), marks: [{ type: 'link', attrs: { href } }] },
          { type: 'text', text: ' ' },
        ])
        .run();
    } else chain.setLink({ href }).run();
    setOpened(false);
  };
  return (
    <>
      <Tip label={t('composer.format.link')}>
        <ActionIcon
          ref={at}
          size={28}
          className={c.format}
          aria-label={t('composer.format.link')}
          aria-pressed={isLink}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={open}
        >
          <Icon of={IconLink} size={16} />
        </ActionIcon>
      </Tip>
      {isMade && (
        <Popover opened={opened} onChange={setOpened} position="top-start" trapFocus withinPortal={false}>
          <Popover.Target>
            <Anchor of={at} />
          </Popover.Target>
          <Popover.Dropdown p={8} aria-label={t('composer.format.link')}>
            <form onSubmit={apply} className={c.link}>
              <TextInput
                value={address}
                onChange={(event) => setAddress(event.currentTarget.value)}
                aria-label={t('composer.link.address')}
                placeholder="https://"
                error={isWrong && t('composer.link.wrong')}
                data-autofocus
              />
              <Button type="submit" variant="default">
                {t('composer.link.apply')}
              </Button>
              {isLink && (
                <Button
                  variant="subtle"
                  color="gray"
                  onClick={() => {
                    editor.chain().focus().extendMarkRange('link').unsetLink().run();
                    setOpened(false);
                  }}
                >
                  {t('composer.link.remove')}
                </Button>
              )}
            </form>
          </Popover.Dropdown>
        </Popover>
      )}
    </>
  );
}
