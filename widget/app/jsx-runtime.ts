import { type ComponentType, createElement, Fragment } from 'preact';

/** Preact's own knows more than we write; what the compiler calls needs no more than this. */
export const jsx = (type: string | ComponentType, props: object, key?: string) =>
  createElement(type as string, key === undefined ? props : { ...props, key });

export { Fragment, jsx as jsxs };
