/** A site's own word for its page, which may be anything: only pages of the web are links. */
export function PageLink({ url, words }: { url: string; words: string }) {
  const isPage = /^https?:\/\//i.test(url) && URL.canParse(url);
  if (!isPage) return <span>{words || url}</span>;
  return (
    <a href={url} target="_blank" rel="noreferrer noopener" title={url}>
      {words || url}
    </a>
  );
}

export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');
