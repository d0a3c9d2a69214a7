/** The part of autocannon's interface that is used here; the package brings no types. */
declare module 'autocannon' {
  type Request = { method: 'POST'; body?: string; setupRequest?: (request: object) => object };
  type Options = {
    url: string;
    method: 'POST';
    headers: Record<string, string>;
    connections: number;
    duration: number;
    requests: Request[];
  };
  type Result = {
    /** In seconds. */
    duration: number;
    requests: { total: number };
    latency: { p50: number; p99: number };
    non2xx: number;
    errors: number;
  };
  export default function autocannon(options: Options): Promise<Result>;
}
