# SPDX-License-Identifier: MIT
"""A datasette and a service of Django REST framework on this machine, each with its log."""

import pathlib
import socket
import sqlite3
import sys
import threading
import time
import wsgiref.simple_server

from things import KEY


class Log:
    """What a server was asked, as paths with their queries."""

    def __init__(self):
        self.lines = []
        self.keys = set()

    def take(self):
        lines, self.lines = self.lines, []
        return lines


def datasette(folder, rows):
    import datasette.app
    import uvicorn

    path = folder / "shop.db"
    with sqlite3.connect(path) as database:
        database.execute(
            "create table things (id integer primary key, name text, brand text, price real, "
            "stock integer, made text)")
        database.executemany(
            "insert into things values (?, ?, ?, ?, ?, ?)",
            [(row["id"], row["name"], row["brand"],
              None if row["price"] is None else float(row["price"]), row["stock"],
              row["made"] and row["made"].isoformat())
             for row in rows])
    database.close()
    log = Log()
    inner = datasette.app.Datasette([str(path)]).app()

    async def app(scope, receive, send):
        if scope["type"] == "http":
            query = scope["query_string"].decode()
            raw = scope.get("raw_path") or scope["path"].encode()
            log.lines.append(raw.decode().split("?")[0] + (f"?{query}" if query else ""))
            log.keys.add(dict(scope["headers"]).get(b"authorization", b"").decode())
        await inner(scope, receive, send)

    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="auto"))
    threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True).start()
    while not server.started:
        time.sleep(0.01)
    return listener.getsockname()[1], log


def django(folder, rows):
    import django as framework
    from django.conf import settings

    settings.configure(
        DEBUG=False, SECRET_KEY="x", ALLOWED_HOSTS=["*"], ROOT_URLCONF=__name__, USE_TZ=True,
        DEFAULT_AUTO_FIELD="django.db.models.AutoField",
        DATABASES={"default": {
            "ENGINE": "django.db.backends.sqlite3", "NAME": str(folder / "django.db")}},
        INSTALLED_APPS=[
            "django.contrib.contenttypes", "django.contrib.auth", "rest_framework",
            "rest_framework.authtoken", "django_filters"],
        REST_FRAMEWORK={
            "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.TokenAuthentication"],
            "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
            "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"]})
    framework.setup()
    from django.core.management import call_command
    from django.db import connection, models
    from rest_framework import filters, pagination, routers, serializers, viewsets

    import django_filters.rest_framework

    class Thing(models.Model):
        name = models.TextField()
        brand = models.TextField(null=True)
        price = models.DecimalField(max_digits=8, decimal_places=2, null=True)
        stock = models.IntegerField()
        made = models.DateField(null=True)

        class Meta:
            app_label = "shop"
            ordering = ["id"]

    class Serializer(serializers.ModelSerializer):
        class Meta:
            model = Thing
            fields = ["id", "name", "brand", "price", "stock", "made"]

    class Pages(pagination.PageNumberPagination):
        page_size_query_param = "page_size"

    class Things(viewsets.ReadOnlyModelViewSet):
        queryset = Thing.objects.all()
        serializer_class = Serializer
        pagination_class = Pages
        filter_backends = [
            django_filters.rest_framework.DjangoFilterBackend, filters.OrderingFilter]
        filterset_fields = {
            "price": ["lte", "gte", "isnull"], "stock": ["exact", "in"],
            "name": ["contains", "startswith"], "brand": ["exact", "in", "isnull"],
            "made": ["gte", "lt"]}
        ordering_fields = ["stock", "id"]

    call_command("migrate", run_syncdb=True, verbosity=0)
    with connection.schema_editor() as editor:
        editor.create_model(Thing)
    Thing.objects.bulk_create([Thing(**row) for row in rows])
    from django.contrib.auth.models import User
    from rest_framework.authtoken.models import Token

    Token.objects.create(user=User.objects.create(username="cq"), key=KEY)
    router = routers.SimpleRouter()
    router.register("things", Things)
    module = sys.modules[__name__]
    module.urlpatterns = router.urls

    from django.core.wsgi import get_wsgi_application

    inner, log = get_wsgi_application(), Log()

    def app(environment, start):
        query = environment["QUERY_STRING"]
        log.lines.append(environment["PATH_INFO"] + (f"?{query}" if query else ""))
        log.keys.add(environment.get("HTTP_AUTHORIZATION", ""))
        return inner(environment, start)

    class Handler(wsgiref.simple_server.WSGIRequestHandler):
        def log_message(self, *_):
            pass

    server = wsgiref.simple_server.make_server("127.0.0.1", 0, app, handler_class=Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_port, log
