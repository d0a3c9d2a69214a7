/**
 * How the embedded PostgreSQL is tuned: one modest team on one machine that it shares with the server. Durability is
 * PostgreSQL's default (fsync, synchronous_commit, full_page_writes); what is not here is default as well.
 */
export const embeddedSettings: Record<string, string> = {
  // Reached through a socket in a folder of mode 0700 only: no port to clash with, nothing to reach from outside.
  listen_addresses: '',
  unix_socket_permissions: '0700',

  // Memory: pages count when they are touched, so an idle installation stays far below these.
  shared_buffers: '64MB',
  huge_pages: 'off',
  max_connections: '60',
  wal_buffers: '1MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '512MB',
  min_wal_size: '64MB',

  // Processes: each costs a few MB. Two cores gain nothing from I/O workers or from parallel queries, and parallel
  // queries would need more shared memory than a container's /dev/shm usually has.
  io_method: 'sync',
  autovacuum_max_workers: '2',
  autovacuum_worker_slots: '2',
  max_worker_processes: '4',
  max_parallel_workers: '0',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  max_logical_replication_workers: '0',
  max_wal_senders: '2',
  max_replication_slots: '2',
  jit: 'off',

  // The disk is an SSD almost everywhere; the default of 4 was for spinning ones.
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',

  // What the server process reports by itself; a failed statement is the business of whoever sent it, and its text
  // may hold what a customer wrote.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  log_line_prefix: '',
  logging_collector: 'off',
};
