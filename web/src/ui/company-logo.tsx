import { apiBase } from '../api/send.ts';
import c from './bot-face.module.css';

/** Where the picture of a company is found, in the size that fits; `logo` is what the API calls it. */
export const logoUrl = (logo: string, px: number): string => `${apiBase}${logo}?size=${px > 40 ? 256 : 64}`;

/** Beside the company's name, which says whose it is. Nothing where there is none. */
export function CompanyLogo({ of, size = 24 }: { of: { logo: string | null }; size?: number }) {
  if (of.logo === null) return null;
  return <img className={c.logo} src={logoUrl(of.logo, size)} alt="" width={size} height={size} draggable={false} />;
}
