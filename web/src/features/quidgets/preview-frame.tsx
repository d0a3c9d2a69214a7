import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import sheet from './view/quidget-view.css?inline';

/** An empty page that runs nothing and is ours to draw into. */
const emptyPage = '<!doctype html><html><head><title></title></head><body></body></html>';

/** A document of its own: no style of the desk reaches what is drawn in it, and none of its own gets out. */
export function PreviewFrame(props: {
  title: string;
  language: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  const { title, language, className, children } = props;
  const [page, setPage] = useState<Document | null>(null);
  useEffect(() => {
    if (!page?.defaultView) return;
    // A sheet of its own window: the policy of our pages lets no style tag in.
    const styles = new page.defaultView.CSSStyleSheet();
    styles.replaceSync(sheet);
    page.adoptedStyleSheets = [styles];
  }, [page]);
  useEffect(() => {
    if (!page) return;
    page.documentElement.lang = language;
    page.title = title;
  }, [page, language, title]);
  return (
    <iframe
      className={className}
      title={title}
      srcDoc={emptyPage}
      sandbox="allow-same-origin"
      tabIndex={-1}
      onLoad={(event) => setPage(event.currentTarget.contentDocument)}
    >
      {page && createPortal(children, page.body)}
    </iframe>
  );
}
