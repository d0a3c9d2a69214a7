/** The senders of delivery reports. A postmaster may be a person. */
export function isDaemon(address: string | undefined): boolean {
  return /^(?:mailer-?daemon|mail-?daemon|mdaemon|maildeliverysystem)@/i.test(address ?? '');
}

export function isPostmaster(address: string | undefined): boolean {
  return /^(?:postmaster|microsoftexchange[0-9a-f]{8,64})@/i.test(address ?? '');
}

const bounceSubject = new RegExp(
  [
    '^undeliver(?:ed|able)',
    '^delivery (?:status notification|failure|has failed|report|delayed|incomplete)',
    '^(?:mail|message) (?:delivery (?:failed|failure|subsystem|system|delayed)|status|undeliverable|not delivered)',
    '^returned mail',
    '^failure notice',
    '^failed delivery',
    '^warning: (?:could not send|message .{1,60} delayed)',
    'returning (?:your )?(?:mail|message) to (?:the )?sender',
    '^nondeliverable|^non[- ]?delivery',
    '^unzustellbar|nicht zugestellt|nicht zustellbar',
    'non remis|non distribu|échec de la remise',
    'no se puede entregar|no se pudo entregar|no entregado',
    'não entregue|não é possível entregar|falha na entrega',
    'non recapitabile|mancato recapito|recapito non riuscito',
    'niedostarczon|nie dostarczono|nie można dostarczyć',
    'не доставлен|недоставлен|не удалось доставить|не вдалося доставити',
    'onbestelbaar|niet bezorgd',
    'gick inte att leverera|kunne ikke leveres|ei voitu toimittaa',
    '配信不能|退信|배달되지',
  ].join('|'),
  'i',
);

export function isBounceSubject(subject: string): boolean {
  return bounceSubject.test(subject);
}
