import { parseSync } from 'vite';

export type Import = { specifier: string; line: number };

/**
 * Everything that a TypeScript file imports by a name written down in it: import and export declarations, dynamic
 * imports, import types, and files named by `new URL('./…', import.meta.url)`, as workers are.
 */
export function findImports(file: string, text: string): Import[] {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  const imports: Import[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isNode(value)) return;
    const source = sourceOf(value);
    if (source) imports.push({ specifier: source.value, line: text.slice(0, source.start).split('\n').length });
    Object.values(value).forEach(visit);
  };
  visit(program.body);
  return imports;
}

type Node = { type: string; [field: string]: unknown };
type TextLiteral = Node & { value: string; start: number };

const importing = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
]);

function sourceOf(node: Node): TextLiteral | undefined {
  if (importing.has(node.type)) return isTextLiteral(node.source) ? node.source : undefined;
  if (node.type !== 'NewExpression' || !isNode(node.callee) || node.callee.name !== 'URL') return undefined;
  const [place] = Array.isArray(node.arguments) ? node.arguments : [];
  return isTextLiteral(place) && /^\..*\.(ts|tsx|js)$/.test(place.value) ? place : undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function isTextLiteral(value: unknown): value is TextLiteral {
  return isNode(value) && value.type === 'Literal' && typeof value.value === 'string';
}
