import { createTheme, defaultVariantColorsResolver, rem } from '@mantine/core';
import { accent, paper, slate } from './colours.ts';

/** 32 px is the height of every control in a bar, 28 px inside a row, 40 px on signed-out pages and under a thumb. */
const heights = { xs: 28, sm: 32, md: 40 } as const;
const heightOf = (size: unknown) => heights[size as keyof typeof heights] ?? heights.sm;
const by = <T>(size: unknown, small: T, usual: T, large: T) => (size === 'xs' ? small : size === 'md' ? large : usual);

/** Between what stands above the page and the page. */
const veil = { backgroundOpacity: 0.4, color: '#0e1211' };

/** A menu that is longer than the room it has scrolls (base.css). */
function tellRoom({ availableHeight, elements }: { availableHeight: number; elements: { floating: HTMLElement } }) {
  elements.floating.style.setProperty('--p-room', `${availableHeight}px`);
}

/** What scrolls in a choice is the list that its field controls (base.css), not an area within, which no key reaches. */
const choice = { defaultProps: { withScrollArea: false } };

export const theme = createTheme({
  colors: { accent, gray: paper, dark: slate },
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 3 },
  // A filled control takes ink on the bright accent of the night; a step of a ramp cannot know that.
  variantColorResolver: (input) =>
    input.variant === 'filled' && (input.color ?? 'accent') === 'accent'
      ? {
          background: 'var(--p-accent)',
          hover: 'var(--p-accent-hover)',
          color: 'var(--p-on-accent)',
          border: '1px solid transparent',
        }
      : // The red of the night is bright: words on it are dark.
        input.variant === 'filled' && input.color === 'var(--p-danger)'
        ? { ...defaultVariantColorsResolver(input), color: 'var(--p-surface)' }
        : defaultVariantColorsResolver(input),
  black: '#1f1d1a',
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'JetBrains Mono', Menlo, monospace",
  fontSizes: { xs: rem(12), sm: rem(13), md: rem(14), lg: rem(15), xl: rem(18) },
  lineHeights: { xs: '1.3334', sm: '1.5385', md: '1.4286', xl: '1.3334' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: rem(24), lineHeight: '1.3334' },
      h2: { fontSize: rem(18), lineHeight: '1.3334' },
      h3: { fontSize: rem(14), lineHeight: '1.4286' },
    },
  },
  spacing: { xs: rem(4), sm: rem(8), md: rem(12), lg: rem(16), xl: rem(24) },
  radius: { xs: rem(4), sm: rem(6), md: rem(8), lg: rem(12), xl: rem(20) },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  shadows: {
    xs: '0 1px 1px var(--p-shade-1)',
    md: '0 0 0 1px var(--p-line), 0 6px 20px -6px var(--p-shade-2)',
    lg: '0 0 0 1px var(--p-line), 0 12px 32px -8px var(--p-shade-2)',
    xl: '0 0 0 1px var(--p-line), 0 24px 64px -16px var(--p-shade-3)',
  },
  components: {
    Button: {
      defaultProps: { size: 'sm' },
      styles: { label: { fontWeight: 550, letterSpacing: '-0.003em' } },
      vars: (_: unknown, props: { size?: string }) => ({
        root: {
          '--button-height': rem(heightOf(props.size)),
          '--button-fz': rem(by(props.size, 12, 13, 14)),
          '--button-padding-x': rem(by(props.size, 8, 12, 16)),
        },
      }),
    },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 32 } },
    Input: {
      vars: (_: unknown, props: { size?: string }) => ({
        wrapper: { '--input-height': rem(heightOf(props.size)), '--input-fz': rem(by(props.size, 13, 13, 14)) },
      }),
    },
    InputWrapper: {
      defaultProps: {
        inputWrapperOrder: ['label', 'input', 'error', 'description'],
        // As paragraphs they would look like those of the form they stand in, and a problem would be as quiet as a hint.
        errorProps: { component: 'div' },
        descriptionProps: { component: 'div' },
      },
      styles: {
        label: {
          fontWeight: 'var(--p-label-weight, 550)',
          fontSize: `var(--p-label-size, ${rem(13)})`,
          marginBottom: rem(4),
        },
        description: { fontSize: rem(12), lineHeight: rem(16), marginTop: rem(4) },
        error: { fontSize: rem(12), lineHeight: rem(16), marginTop: rem(4) },
      },
    },
    Tooltip: { defaultProps: { openDelay: 350, transitionProps: { duration: 120 }, fz: 12 } },
    Menu: {
      defaultProps: {
        shadow: 'md',
        withInitialFocusPlaceholder: false,
        middlewares: { flip: true, shift: true, size: { padding: 8, apply: tellRoom } },
        transitionProps: { duration: 120, transition: 'pop-top-left' },
      },
    },
    Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 120 } } },
    Modal: {
      defaultProps: {
        radius: 'lg',
        shadow: 'xl',
        transitionProps: { duration: 160 },
        overlayProps: veil,
      },
    },
    Drawer: { defaultProps: { transitionProps: { duration: 180 }, overlayProps: veil } },
    Notification: { defaultProps: { radius: 'md', color: 'transparent' } },
    Select: choice,
    MultiSelect: choice,
    Autocomplete: choice,
    TagsInput: choice,
    Checkbox: { defaultProps: { size: 'xs', iconColor: 'var(--p-on-accent)' } },
    Portal: { defaultProps: { target: '#overlays' } },
  },
});
