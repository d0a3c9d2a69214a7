/** The sections of a language that come first, those of pages that few people open, and all others: parts of one file (`web/words-in-parts.ts`). */
declare module '*.json?door' {
  const words: object;
  export default words;
}
declare module '*.json?desk' {
  const words: object;
  export default words;
}
declare module '*.json?quidget' {
  const words: object;
  export default words;
}
declare module '*.json?integrations' {
  const words: object;
  export default words;
}
declare module '*.json?operators' {
  const words: object;
  export default words;
}
declare module '*.json?sender_domain' {
  const words: object;
  export default words;
}
declare module '*.json?audit' {
  const words: object;
  export default words;
}
declare module '*.json?snooze' {
  const words: object;
  export default words;
}
declare module '*.json?csv' {
  const words: object;
  export default words;
}
declare module '*.json?dependents' {
  const words: object;
  export default words;
}
declare module '*.json?disable' {
  const words: object;
  export default words;
}
declare module '*.json?merge' {
  const words: object;
  export default words;
}
declare module '*.json?push' {
  const words: object;
  export default words;
}
declare module '*.json?archive' {
  const words: object;
  export default words;
}
declare module '*.json?settings' {
  const words: object;
  export default words;
}
declare module '*.json?member' {
  const words: object;
  export default words;
}
declare module '*.json?mailbox' {
  const words: object;
  export default words;
}
declare module '*.json?mail_log' {
  const words: object;
  export default words;
}
declare module '*.json?phones' {
  const words: object;
  export default words;
}
declare module '*.json?calendar' {
  const words: object;
  export default words;
}
declare module '*.json?search' {
  const words: object;
  export default words;
}
declare module '*.json?palette' {
  const words: object;
  export default words;
}
declare module '*.json?customer_page' {
  const words: object;
  export default words;
}
declare module '*.json?compose' {
  const words: object;
  export default words;
}
declare module '*.json?writing' {
  const words: object;
  export default words;
}
declare module '*.json?forever' {
  const words: object;
  export default words;
}
declare module '*.json?side' {
  const words: object;
  export default words;
}
declare module '*.json?visitors' {
  const words: object;
  export default words;
}
declare module '*.json?chat_facts' {
  const words: object;
  export default words;
}
declare module '*.json?ai' {
  const words: object;
  export default words;
}
declare module '*.json?phone_list' {
  const words: object;
  export default words;
}
