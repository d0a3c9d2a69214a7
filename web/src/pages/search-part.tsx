import { useNavigate } from '@tanstack/react-router';
import { SearchScreen } from '../features/search/search-screen.tsx';
import { FoundBar } from '../features/tickets/found/found-bar.tsx';
import { SaveSearch } from '../features/tickets/views/save-search.tsx';

/** The search in the place of the list: what is found is tickets like those of a view. */
export default function SearchPart({ asked }: { asked: string }) {
  const navigate = useNavigate();
  return (
    <SearchScreen
      asked={asked}
      onAsk={(typed) => void navigate({ to: '/tickets', search: { search: typed }, replace: true })}
      onLeave={() => void navigate({ to: '/tickets', search: {} })}
      save={<SaveSearch search={{ search: asked }} suggestion={asked.slice(0, 50)} />}
      bar={(found) => <FoundBar {...found} />}
    />
  );
}
