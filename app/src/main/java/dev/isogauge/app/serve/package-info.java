/**
 * The online service: transactions come in over HTTP, are journalled, judged by the online checker,
 * and what it finds is logged durably before anybody sees it.
 */
package dev.isogauge.app.serve;
