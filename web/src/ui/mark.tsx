import { useTranslation } from 'react-i18next';
import { brand } from './brand.ts';
import c from './parts.module.css';

/** The brand's picture, or a P whose bowl is a speech bubble and whose stem is its tail. */
export function Mark({ size = 24 }: { size?: number }) {
  if (brand.mark) return <img src={brand.mark} width={size} height={size} alt="" />;
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" fill="none" data-mark>
      <path d="M5 21.5V10a7.5 7.5 0 1 1 7.5 7.5c-2.1 0-3.6.5-4.6 1.5L5 21.5Z" fill="currentColor" />
      <path
        d="M9.4 8.6h6.2M9.4 11.6h3.8"
        stroke="var(--mark-cut, var(--p-canvas))"
        strokeWidth="1.7"
        strokeLinecap="round"
      />
    </svg>
  );
}

export function Brand() {
  const { t } = useTranslation();
  return (
    <span className={c.brand}>
      <Mark /> {t('common.brand')}
    </span>
  );
}
