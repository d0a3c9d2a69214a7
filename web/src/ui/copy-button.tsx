import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from './copy-text.ts';
import { Icon } from './icon.tsx';
import { toast } from './toast.tsx';

/** SPEC section 9. */
const confirmationMs = 1_200;

export function CopyButton({ text, label, size }: { text: string; label: string; size?: 'xs' }) {
  const { t } = useTranslation();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), confirmationMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    try {
      await copyText(text);
      setCopied(true);
    } catch {
      toast({ status: 'error', title: t('common.not_copied') });
    }
  };
  return (
    <Button
      {...(size ? { size } : {})}
      variant="default"
      leftSection={<Icon of={isCopied ? IconCheck : IconCopy} size={16} />}
      onClick={() => void copy()}
      aria-live="polite"
    >
      {isCopied ? t('common.copied') : label}
    </Button>
  );
}
