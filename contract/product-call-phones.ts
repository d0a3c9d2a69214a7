import { z } from 'zod';
import { call, nothing } from './call.ts';
import { entity, flag, id, idValue, integer, nameLine, safeText, text, time } from './entity.ts';

/** Who carries the calls of a number. */
export const acdProviders = entity('acd-providers', {
  actions: ['get'],
  isCommon: true,
  fields: { id: id(), provider: text({ max: 30 }) },
});

/** What may be a telephone number at all, as people write one. The server reads it exactly. */
export const phonePattern = /^\+?[0-9][0-9 ().\-/]{1,18}[0-9]$/;
export const phoneNumberMax = 20;
export const phoneNameMin = 2;
export const phoneNameMax = 20;
export const phonesPerCallMax = 200;
/** What a company takes out of the pool by itself; operators may give it more. */
export const phonesPerCompanyMax = 100;

/**
 * Telephone numbers: those of the company, and those that the installation's pool offers, which have product 0. A number is taken
 * by giving it a product, and returned by giving it product 0, or by putting it back into onboarding. Names: SPEC section 5.
 */
export const productCallPhones = entity('product-call-phones', {
  actions: ['get', 'update'],
  searched: ['name', 'phone_number'],
  fields: {
    id: id(),
    /** 0 in the pool. */
    company_id: id(),
    name: text({ min: phoneNameMin, max: phoneNameMax, write: 'update' }),
    product_id: integer({ min: 0, write: 'update' }),
    /** As E.164: `+380441234567`. */
    phone_number: text({ max: phoneNumberMax }),
    /** As people write it: `+380 44 123 4567`. */
    readable_number: text({ max: 30 }),
    /** ISO 3166, `UA`; empty where a number belongs to no country. */
    country_code: text({ max: 2 }),
    /** 1: offered to companies. A number that is taken is not; one that is neither is for operators alone. */
    is_onboarding: flag({ write: 'update' }),
    acd_provider_id: id(),
    acd_provider: text({ max: 30 }),
    company_name: text({ max: 50, nullable: true }),
    'product.name': text({ max: 49, nullable: true }),
    'product.abbreviation': text({ max: 49, nullable: true }),
    'product.color': text({ max: 7, nullable: true, filter: false }),
    is_deleted: flag(),
    added: time(),
    updated: time(),
  },
});

const number = safeText(phoneNumberMax, 3).refine((value) => phonePattern.test(value), {
  params: { key: 'phone_invalid' },
});
const zero = z.union([z.literal(0), z.literal('0')]);
const oneOrZero = z.union([z.literal(0), z.literal(1), z.literal('0'), z.literal('1')]);

const operatorsPhone = z.strictObject({
  id: idValue,
  phone_number: z.string(),
  readable_number: z.string(),
  country_code: z.string(),
  name: z.string(),
  acd_provider_id: idValue,
  is_onboarding: z.union([z.literal(0), z.literal(1)]),
  company_name: z.string().nullable(),
  product_name: z.string().nullable(),
  is_deleted: z.union([z.literal(0), z.literal(1)]),
});
export type OperatorsPhone = z.output<typeof operatorsPhone>;

export const addPhones = call(
  'product-call-phones/create',
  'Brings numbers into the pool, all or none. For operators',
  {
    data: z
      .array(
        z.strictObject({
          phone_number: number,
          acd_provider_id: idValue,
          /** The number itself, unless it is called something. */
          name: nameLine(phoneNameMax, phoneNameMin).optional(),
          product_id: zero.optional(),
          is_onboarding: oneOrZero.optional(),
        }),
      )
      .min(1)
      .max(phonesPerCallMax),
    answer: z.strictObject({ 'product-call-phones': z.array(operatorsPhone) }),
    errors: ['phone_invalid', 'phone_duplicate'],
  },
);

export const phonesPerPage = 50;

export const listPhones = call('product-call-phones/list-all', 'All numbers of the installation. For operators', {
  data: z.strictObject({
    /** Digits of the number, or letters of its name or its company. */
    search: safeText(50).optional(),
    /** Only numbers that were added before this one. */
    before: idValue.optional(),
  }),
  answer: z.strictObject({
    phones: z.array(operatorsPhone),
    total: z.int(),
    has_more: z.boolean(),
    /** Who may carry a number's calls; an operator need not work for any company to see them. */
    providers: z.array(z.strictObject({ id: idValue, provider: z.string() })),
  }),
});

export const editPhone = call('product-call-phones/edit', 'Corrects a number, finding it by itself. For operators', {
  data: z.strictObject({
    phone_number: number,
    /** What it should be instead. */
    change: z.strictObject({
      phone_number: number.optional(),
      name: nameLine(phoneNameMax, phoneNameMin).optional(),
      acd_provider_id: idValue.optional(),
      is_onboarding: oneOrZero.optional(),
      /** Takes it out of service, or back. Only in the pool. */
      is_deleted: oneOrZero.optional(),
    }),
  }),
  answer: nothing,
  errors: ['phone_unknown', 'phone_invalid', 'phone_duplicate', 'phone_in_use'],
});

const ofProduct = z.strictObject({ id: idValue, name: z.string() }).nullable();

export const phoneHistory = call(
  'product-call-phones/history',
  "How a number came to the company's products and went from them, the newest first",
  {
    data: z.strictObject({ id: idValue }),
    answer: z.strictObject({
      changes: z.array(
        z.strictObject({
          at: z.string(),
          by: z.string().nullable(),
          /** Null: the pool. */
          from: ofProduct,
          to: ofProduct,
        }),
      ),
    }),
    errors: ['not_found'],
  },
);
