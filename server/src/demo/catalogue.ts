export type Kind = 'table' | 'chair' | 'sofa' | 'storage' | 'lamp' | 'bed';

/** What the company sells. In Ukrainian also as an object (accusative). */
export const catalogue: Readonly<
  Record<Kind, { en: readonly string[]; ua: readonly (readonly [nominative: string, accusative: string])[] }>
> = {
  table: {
    en: ['Tamarack dining table', 'Sorrel side table', 'Fenwick desk', 'Harrow round table'],
    ua: [
      ['стіл «Смерека»', 'стіл «Смерека»'],
      ['столик «Чебрець»', 'столик «Чебрець»'],
      ['письмовий стіл «Явір»', 'письмовий стіл «Явір»'],
    ],
  },
  chair: {
    en: ['Wren chair', 'Plover stool', 'Curlew armchair', 'Wren chair with arms'],
    ua: [
      ['стілець «Ластівка»', 'стілець «Ластівка»'],
      ['табурет «Одуд»', 'табурет «Одуд»'],
      ['крісло «Лелека»', 'крісло «Лелека»'],
    ],
  },
  sofa: {
    en: ['Heath two-seat sofa', 'Heath corner sofa', 'Moorland daybed'],
    ua: [
      ['диван «Полонина»', 'диван «Полонина»'],
      ['кутовий диван «Яр»', 'кутовий диван «Яр»'],
    ],
  },
  storage: {
    en: ['Bracken dresser', 'Larch sideboard', 'Thistle cabinet', 'Juniper wardrobe'],
    ua: [
      ['буфет «Папороть»', 'буфет «Папороть»'],
      ['сервант «Верес»', 'сервант «Верес»'],
      ['шафа «Терен»', 'шафу «Терен»'],
    ],
  },
  lamp: {
    en: ['Glow floor lamp', 'Glow table lamp', 'Dusk pendant lamp'],
    ua: [
      ['торшер «Світлячок»', 'торшер «Світлячок»'],
      ['лампа «Сутінки»', 'лампу «Сутінки»'],
    ],
  },
  bed: {
    en: ['Yarrow bed, 160 cm', 'Yarrow bed, 140 cm', 'Clover children’s bed'],
    ua: [
      ['ліжко «Деревій»', 'ліжко «Деревій»'],
      ['дитяче ліжко «Конюшина»', 'дитяче ліжко «Конюшина»'],
    ],
  },
};
