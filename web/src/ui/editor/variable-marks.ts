import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { Extension } from '@tiptap/react';
import { isTemplateVariable, variablesIn } from '#contract/template-variables.ts';

/** Marks `{{…}}` in a text: what is known as a chip, what nobody knows as a mistake. The text itself stays text. */
export const VariableMarks = Extension.create({
  name: 'variableMarks',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        decorations: ({ doc }) => {
          const marks: Decoration[] = [];
          doc.descendants((node, position) => {
            for (const { at, text, name } of node.isText ? variablesIn(node.text ?? '') : []) {
              const known = isTemplateVariable(name);
              marks.push(
                Decoration.inline(position + at, position + at + text.length, {
                  class: known ? 'variable' : 'variable unknown',
                }),
              );
            }
          });
          return DecorationSet.create(doc, marks);
        },
      },
    }),
  ],
});
