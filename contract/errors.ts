/**
 * Every way Parley says no: its key (stable, translated by clients as `errors.{key}`), its HTTP status and its English
 * text. Texts are SPEC section 8's where it has one.
 */
export const errors = {
  // What was sent cannot be understood, or breaks a rule of its field.
  malformed_json: [400, 'The request is not valid JSON'],
  malformed_request: [400, 'The request is malformed'],
  unsupported_media_type: [415, 'Send application/json'],
  body_too_large: [413, 'The request is too large'],
  file_too_large: [413, 'The file is too large'],
  quota_exceeded: [429, 'Your company has uploaded too much: at most {megabytes} MB. Try again later'],
  limit_reached: [422, 'There can be {max} at most'],
  too_many_jobs: [429, 'There are {max} exports and imports under way already. Wait until one has ended'],
  csv_not_text: [422, 'This is no text. Save the table as CSV and choose that file'],
  csv_no_rows: [422, 'There are no rows below the titles'],
  csv_open_quote: [422, 'A quotation mark in row {row} is never closed'],
  csv_stray_quote: [422, 'Row {row} goes on after a closing quotation mark'],
  csv_too_wide: [422, 'Row {row} has more than {max} columns'],
  csv_too_many_rows: [422, 'There are more than {max} rows. Split the file'],
  csv_cell_too_long: [422, 'A cell of row {row} has more than {max} characters'],
  csv_no_key: [422, 'Choose a column by which rows are recognised'],
  csv_key_missing: [422, 'Nothing says whose row this is'],
  csv_repeated: [422, 'Row {row} is about the same one'],
  csv_ambiguous: [422, 'It fits {count} that are there already'],
  csv_disabled: [422, 'This one is disabled. Restore it first'],
  csv_extra_cells: [422, 'The row has more cells than there are titles'],
  archive_unreadable: [422, 'This is no export of a company that Parley can read'],
  archive_newer: [422, 'This export was made by a newer Parley. Update this one first'],
  company_not_empty: [422, 'The company already holds something. Import into a new one'],
  archive_broken: [422, 'The export is damaged, at {where}'],
  file_empty: [422, 'The file is empty'],
  storage_full: [507, 'There is no room left to store files. Tell whoever runs this installation'],
  picture_unreadable: [422, 'This is no picture that Parley can read. Choose a PNG, JPEG, WebP or GIF'],
  picture_heic: [422, 'Parley cannot read HEIC photos. Save the photo as JPEG or PNG, or choose another one'],
  picture_too_large: [422, 'The picture has too many pixels'],
  invalid_value: [422, 'The value is not valid'],
  required: [422, 'Field is required'],
  too_short: [422, 'You must enter at least {min} characters'],
  too_long: [422, 'You must enter no more than {max} characters'],
  invalid_email: [422, 'Invalid email address'],
  unknown_field: [422, 'There is no such field'],
  unknown_operator: [422, 'There is no such operator for this field'],
  filter_required: [422, 'A filter is required'],
  not_unique: [422, 'The value must be unique. Please use a different meaning.'],
  name_in_use: [422, 'This name is already in use'],
  password_rule: [
    422,
    'Password length must be at least 12 characters and contain a-Z letters, numeric and special symbol',
  ],
  password_guessable: [422, 'This password is easily guessed. Choose a longer or less common one'],
  password_used: [422, 'This password has already been used, please choose a different one'],
  passwords_differ: [422, 'Passwords don’t match'],
  email_cyrillic: [422, 'The address must not contain Cyrillic letters'],
  unsafe_header: [422, 'A mail header must not contain line breaks or control characters'],
  reserved_header: [422, 'The header {name} is written by Parley or by mail servers and cannot be set here'],
  recipient_missing: [422, 'Add at least one recipient'],
  message_empty: [422, 'Write something first'],
  address_in_use: [422, 'This address belongs to the mailbox {mailbox} already'],
  account_in_use: [422, 'This account is the mailbox {mailbox} already. One account is one mailbox'],
  cannot_see_ticket: [422, '{name} cannot see this ticket, and would not hear of it'],
  recipient_is_customer: [422, '{address} is the customer of this ticket. Write to them in the ticket itself'],
  recipient_is_mailbox: [422, '{address} is an address of yours'],
  cannot_send_as: [422, 'This mailbox may not send from this address'],
  unknown_variable: [422, 'Nothing is known here for {name}'],
  outbound_address_refused: [422, 'This server address is not allowed'],

  phone_number_id_malformed: [422, 'This is no phone number ID: it has digits alone, and is not the number itself'],
  token_malformed: [422, 'This is no token of this messenger. Copy it again, whole'],
  token_missing: [422, 'Its token or app secret is missing: enter it first, then restore it'],
  token_in_use: [422, 'This token is already in use here. One token serves one product'],
  ai_key_malformed: [422, 'A key has neither blanks nor letters beyond A to Z. Copy it again, whole'],
  ai_key_refused: [422, 'The provider does not accept this key'],
  ai_model_unknown: [422, 'The provider has no such model, or not for this key'],
  ai_no_models: [422, 'What answers there has no list of models (HTTP {status}). Check the path: it often ends in /v1'],
  ai_busy: [422, 'The provider asks to wait: too many requests, or nothing left to spend'],
  ai_down: [422, 'The provider has trouble at the moment (HTTP {status}). Try again later'],
  ai_unreachable: [422, 'Nothing answers at this address. Check its spelling'],
  ai_certificate_untrusted: [422, 'The certificate of this server is not trusted'],
  ai_timed_out: [422, 'The provider did not answer in time'],
  app_secret_malformed: [422, 'An app secret has 32 digits and letters from a to f'],
  api_url_malformed: [422, 'Enter an address that starts with https://'],
  link_url_malformed: [
    422,
    'Enter an address that starts with https://, with variables from the list, and none of them in the name of the server',
  ],

  time_not_ahead: [422, 'Choose a time that lies ahead'],
  time_too_far: [422, 'Choose a nearer time; years ahead, at most: {years}'],

  hours_overlap: [422, 'Opening hours must end after they begin, and follow one another'],
  holiday_backwards: [422, 'A holiday must not end before it begins, nor last longer than a year'],

  domain_invalid: [422, 'Write a domain such as shop.example.com, *.example.com or shop.example.com:8443'],
  no_way_back: [422, 'Require an e-mail address or a phone number: without one nobody can be answered'],
  path_invalid: [422, 'Write a path that begins with a slash, such as /shop/*'],

  incorrect_ip_format: [422, 'Incorrect IP address format'],
  incorrect_subnet_format: [422, 'Incorrect subnet format'],

  search_unknown_operator: [
    422,
    'There is no search operator {operator}:. Put it in quotation marks to look for the words',
  ],
  search_value_missing: [422, 'Write something behind {operator}:'],
  search_unknown_value: [422, '{operator}: does not know {value}'],
  search_too_many_words: [422, 'Search for {max} words at most'],
  search_too_slow: [503, 'This search takes too long. Narrow it by a date, a product or another word'],

  // Who are you, and may you.
  unauthorized: [401, 'Sign in first'],
  incorrect_credentials: [401, 'Incorrect email or password'],
  email_unknown: [404, 'E-mail does not exist'],
  /** Of somebody whose password is asked again. */
  incorrect_password: [422, 'Incorrect password'],
  password_needed: [403, 'Enter your password again to do this'],
  /** Of somebody who has no password, but comes through a provider. */
  sign_in_needed: [403, 'Sign in again to do this'],
  sso_unavailable: [
    503,
    'The single sign-on does not answer at the moment. Sign in with your password, or try again later',
  ],
  sso_failed: [422, 'The single sign-on did not confirm who you are. Try again'],
  sso_expired: [422, 'This sign-in took too long or was used already. Start again'],
  sso_email_unverified: [
    422,
    'The single sign-on has not verified your email address. Verify it there, then try again',
  ],
  sso_account_unconfirmed: [
    422,
    'The account with this address is not confirmed yet. Confirm it with the link in its mail first',
  ],
  sso_last_way_in: [409, 'This is the only way into your account. Choose a password first, then undo the link'],
  sso_off: [404, 'Single sign-on is not set up here. Sign in with your email and password'],
  sso_no_account: [422, 'There is no account with this address. Ask whoever runs this installation for one'],
  google2fa_code_missing: [422, '2FA code is required'],
  google2fa_code_malformed: [422, 'Code must be exactly 6 digits'],
  google2fa_code_wrong: [422, 'Invalid Google Authenticator code'],
  google2fa_required: [403, 'Google 2FA required'],
  google2fa_setup_required: [403, 'Your company asks for two-factor sign-in. Set it up first'],
  email_not_confirmed: [403, 'Confirm your email address first'],
  forbidden: [403, 'You are not allowed to do this'],
  token_out_of_scope: [403, 'This API token may not do that'],
  too_many_tokens: [422, 'There are too many tokens already. Revoke one first'],
  access_denied_by_ip: [403, 'Access denied by IP address'],
  company_suspended: [403, '{company} is suspended: {reason} Write to {contact}'],
  own_company: [409, 'You work for this company yourself and would shut yourself out. Ask another operator'],
  above_own_rights: [403, 'You cannot give or take rights above your own'],
  foreign_origin: [403, 'Requests from other sites are refused'],
  account_locked: [
    429,
    "You've exceeded the maximum number of login attempts... sign-in has been temporarily disabled. Please try again in 30 minutes.",
  ],
  too_many_requests: [429, 'Too many requests. Try again in a moment'],
  /** `values.task` is what is to be worked out, and `values.seconds` how long it takes until nobody asks for that. */
  proof_required: [429, 'Too many new conversations. Send it again with a proof of work, or try again later'],
  email_taken: [422, 'That email is taken. Try another'],
  confirmation_expired: [422, 'The confirmation link has expired'],
  unlock_expired: [422, 'The unlock link has expired'],
  reset_expired: [422, 'The password reset link has expired'],
  undo_expired: [422, 'The link has expired'],
  letter_closed: [422, 'Follow the link in the letter again: this address alone opens nothing'],
  /** SPEC section 8. */
  cannot_invite_yourself: [422, 'You cannot invite yourself to the team using the email address you registered with'],
  already_colleague: [409, 'Somebody with this address is in the team already'],
  was_removed: [409, 'Somebody with this address was removed from the company. Take them back instead'],
  invite_expired: [422, 'The invitation has expired, was withdrawn or was used already'],
  invite_for_another: [403, 'The invitation is for another address'],

  // Not there, or not now.
  not_found: [404, 'Not found'],
  conflict: [409, 'Someone else changed this meanwhile'],
  assignee_sees_no_tickets: [422, 'This person may not see tickets here'],
  ticket_not_found: [404, 'There is no such ticket'],
  customer_not_found: [404, 'There is no such customer'],
  identity_in_use: [409, '{name} is known by this already. Merge the two if they are one person'],
  note_of_another: [409, 'Only its writer may do this'],
  not_in_this_state: [409, 'This cannot be done in the current state'],
  ticket_is_merged: [409, 'This ticket was merged into {number}'],
  visitor_invited: [409, '{name} has written to this visitor already'],
  nothing_left: [409, 'Nothing would be left in this ticket'],
  ticket_has_no_channel: [409, 'This ticket has no mailbox to answer from'],
  already_sent: [409, 'This letter has left already'],
  was_taken_back: [409, 'This letter was taken back'],
  answered_meanwhile: [409, 'Something was written on this ticket meanwhile. Look at it first'],
  product_has_no_mailbox: [409, 'This product has no mailbox to write from'],
  has_dependents: [409, 'Something else still depends on this'],
  domain_not_allowed: [403, 'This site may not show this chat'],
  phone_invalid: [422, 'Phone number is not valid'],
  phone_duplicate: [422, 'Duplicate phone number!'],
  phone_unknown: [404, 'No such phone number'],
  phone_in_use: [409, 'A company uses this number. It must return it first'],
  last_admin: [409, 'A company needs an administrator. Make somebody else one first'],
  last_owner: [409, 'A company needs an owner. Make somebody else one first'],
  right_is_fixed: [409, 'This right belongs to the role and cannot be changed'],
  two_factor_first: [409, 'Turn on two-factor for your own account first'],
  would_lock_you_out: [409, 'Your current address {address} is not in the list: you would lock yourself out'],

  unavailable: [503, 'Parley is busy or its database is away. Try again in a moment'],
  internal: [500, 'Something went wrong'],
} as const satisfies Record<string, readonly [status: number, text: string]>;

export type ErrorKey = keyof typeof errors;

/**
 * One problem as it travels: `field` names what was wrong, in dots and brackets (`data[0].name`); `values` are what fills
 * the `{…}` of its text (`{ "min": 3 }`), for a text of the client's own.
 */
export type WireError = {
  key: ErrorKey;
  message: string;
  field?: string;
  values?: Readonly<Record<string, string | number>>;
};
